/** Where the venues of the search index lie, and of what kinds they are: for those like another, near it. */

/** What is asked of a venue. */
export interface Located {
  postalCode: string;
  coordinates?: { lat: number; lng: number };
}

export interface Neighbour {
  row: number;
  /** As the crow flies; null where one of the two has no coordinates. */
  km: number | null;
}

/** Further away, a venue is near only when it is in the same département. */
const NEAR_KM = 40;
const KM_PER_DEGREE = 111.2;
const FIRST_ROWS = 1_024;

/** A row each, as in the index. */
export class Places {
  #length = FIRST_ROWS;
  #lat = new Float32Array(FIRST_ROWS);
  #lng = new Float32Array(FIRST_ROWS);
  #department = new Uint16Array(FIRST_ROWS);
  #types = new Uint32Array(FIRST_ROWS);

  write(row: number, { postalCode, coordinates }: Located, typeBits: number): void {
    if (row >= this.#length) this.#grow(Math.ceil(row * 1.5));
    this.#lat[row] = coordinates?.lat ?? NaN;
    this.#lng[row] = coordinates?.lng ?? NaN;
    this.#department[row] = departmentOf(postalCode);
    this.#types[row] = typeBits;
  }

  /**
   * The rows nearest to one: those of one of its kinds first, then the others, each from near to far. One
   * look at every row, a millisecond or two for 100,000.
   */
  nearest(of: number, rows: Uint32Array, most: number, isLeftOut: (row: number) => boolean) {
    const found: (Neighbour & { isAlike: boolean; far: number })[] = [];
    for (const row of rows) {
      if (row === of) continue;
      const km = this.#distance(of, row);
      const isSameDepartment = this.#department[row] === this.#department[of];
      if (!isSameDepartment && !(km <= NEAR_KM)) continue;
      const isAlike = (this.#types[row]! & this.#types[of]!) !== 0;
      const far = Number.isNaN(km) ? Infinity : km;
      const last = found[most - 1];
      if (last && (last.isAlike === isAlike ? last.far <= far : last.isAlike)) continue;
      if (isLeftOut(row)) continue;
      found.push({ row, km: Number.isNaN(km) ? null : km, isAlike, far });
      found.sort((a, b) => Number(b.isAlike) - Number(a.isAlike) || compare(a.far, b.far));
      found.length = Math.min(found.length, most);
    }
    return found.map(({ row, km }): Neighbour => ({ row, km }));
  }

  /** Kilometres, exact enough for neighbours. NaN where one has no coordinates. */
  #distance(a: number, b: number): number {
    const north = this.#lat[a]! - this.#lat[b]!;
    const east = (this.#lng[a]! - this.#lng[b]!) * Math.cos((this.#lat[a]! * Math.PI) / 180);
    return Math.hypot(north, east) * KM_PER_DEGREE;
  }

  #grow(length: number): void {
    const grown = <T extends Float32Array | Uint16Array | Uint32Array>(old: T, next: T): T => {
      next.set(old);
      return next;
    };
    this.#length = length;
    this.#lat = grown(this.#lat, new Float32Array(length));
    this.#lng = grown(this.#lng, new Float32Array(length));
    this.#department = grown(this.#department, new Uint16Array(length));
    this.#types = grown(this.#types, new Uint32Array(length));
  }
}

/** Not by difference: that of two infinities is no number. */
function compare(a: number, b: number): number {
  return a < b ? -1 : Number(a > b);
}

/** The number of a postal code's département; overseas they have three digits. */
function departmentOf(postalCode: string): number {
  return Number.parseInt(postalCode.slice(0, postalCode.startsWith("97") ? 3 : 2), 10) || 0;
}
