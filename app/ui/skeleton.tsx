/** The shape of a card that is being loaded. */
export function SkeletonCard() {
  return (
    <div className="card stack p-5" aria-busy="true">
      <span className="sr-only">Chargement en cours…</span>
      <div className="skeleton h-[150px]" />
      <div className="skeleton w-2/3" />
      <div className="skeleton w-1/2" />
    </div>
  );
}
