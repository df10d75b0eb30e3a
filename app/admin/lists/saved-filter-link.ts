/** A saved filter as a link. */
export interface SavedFilterLink {
  id: string;
  /** The address of its list. */
  list: string;
  name: string;
  path: string;
}
