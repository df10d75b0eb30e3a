import { Icon } from "./icon";
import type { IconName } from "./icons";

export interface EquipmentItem {
  icon: IconName;
  label: string;
  /** One line more about it. */
  detail?: string;
}

/** What the venue has, each with its icon. */
export function EquipmentList({ items }: { items: readonly EquipmentItem[] }) {
  return (
    <ul className="equipment">
      {items.map((item) => (
        <li key={item.label}>
          <Icon name={item.icon} />
          <span>
            {item.label}
            {item.detail ? <span className="hint block">{item.detail}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
