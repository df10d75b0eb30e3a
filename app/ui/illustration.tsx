export type IllustrationName =
  | "auditorium"
  | "chapiteau"
  | "chateau"
  | "espace-coworking"
  | "jardin"
  | "salle-de-concert"
  | "salle-de-reception"
  | "salle-de-reunion"
  | "salle-municipale"
  | "villa";

interface IllustrationProps {
  name: IllustrationName;
  loading?: "eager" | "lazy";
  className?: string;
}

/** A decorative scene; never in place of a real owner's photos. */
export function Illustration({ name, loading = "eager", className }: IllustrationProps) {
  return (
    <img
      loading={loading === "lazy" ? "lazy" : undefined}
      className={className}
      src={`/illustrations/${name}.svg`}
      alt=""
      width={1200}
      height={900}
    />
  );
}
