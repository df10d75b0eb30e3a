import * as Popover from "@radix-ui/react-popover";
import { startTransition, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { todayInParis } from "~/platform/days";
import { COLORS } from "~/ui/date-range/options";
import { Calendar } from "./calendar";
import { Glyph } from "./glyph";
import { isComplete, isRefusal } from "./picker-state";
import { shortcutsOf } from "./shortcuts";
import { StayPart } from "./stay";
import type { Picker } from "./use-picker";

/**
 * The calendars; a sheet has room for one. The second is drawn once the first is there, so that slow
 * machines answer sooner.
 */
function Months({ picker, isWide }: Pick<PopupProps, "picker" | "isWide">) {
  const [isFirstThere, setFirstThere] = useState(false);
  useEffect(() => startTransition(() => setFirstThere(true)), []);
  return (
    <div className="dr-months">
      <Calendar picker={picker} which={0} />
      {picker.options.single || !isWide ? null : isFirstThere ? (
        <Calendar picker={picker} which={1} />
      ) : (
        <div className="dr-month" />
      )}
    </div>
  );
}

interface PopupProps {
  picker: Picker;
  /** Room for two calendars beside each other; otherwise a sheet at the lower edge of the window. */
  isWide: boolean;
  field: RefObject<HTMLElement>;
  /** What there is to say now. */
  message: string;
  onClose: () => void;
  onApply: () => void;
  onCancel: () => void;
}

/**
 * The calendars of a picker. They stand in the page right after the field, so that Tab leads from the
 * text over its button into them and on; nothing around is shut off.
 */
export function Popup(props: PopupProps) {
  const { picker, isWide, field, message, onClose, onApply, onCancel } = props;
  const { options, state, words, names, act } = picker;
  const content = useRef<HTMLDivElement>(null);
  const { id, footer, stay, popupDirection, color = "blue" } = options;
  const isForced = popupDirection !== undefined;
  const shortcuts = useMemo(
    () => shortcutsOf(options.shortcuts, todayInParis(new Date()), words.builtIn),
    // As of the moment the popup opens, for those who leave a page open overnight.
    [state.isOpen],
  );
  const notice = isRefusal(state.notice);
  useEffect(() => {
    // Narrowed while open: the sheet covers the field that has the focus.
    if (!isWide && !content.current?.contains(document.activeElement)) content.current?.focus();
  }, [isWide]);

  return (
    <Popover.Content
      ref={content}
      id={`${id}-calendrier`}
      className="dr"
      data-color={(COLORS as readonly string[]).includes(color) ? color : "blue"}
      dir={names.direction}
      aria-label={words.dialog}
      tabIndex={-1}
      side={popupDirection === "up" ? "top" : "bottom"}
      align="start"
      sideOffset={8}
      collisionPadding={16}
      avoidCollisions={isWide && !isForced}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        if (!isWide) content.current?.focus();
      }}
      onCloseAutoFocus={(event) => event.preventDefault()}
      // The library leads Tab round in a circle; here it goes on with the page.
      onKeyDownCapture={(event) => {
        if (event.key === "Tab") event.stopPropagation();
      }}
      onEscapeKeyDown={(event) => {
        event.preventDefault();
        onClose();
      }}
      onInteractOutside={(event) => {
        event.preventDefault();
        if (!field.current?.contains(event.target as Node)) act({ do: "close" });
      }}
    >
      {isWide ? null : (
        <div className="dr-title">
          <h3>{words.sheet}</h3>
          <button type="button" className="dr-step" aria-label={words.close} onClick={onClose}>
            <Glyph name="close" />
          </button>
        </div>
      )}
      {shortcuts.length > 0 ? (
        <div className="dr-shortcuts" role="group" aria-label={words.shortcuts}>
          {shortcuts.map(({ text, ...range }) => (
            <button key={text} type="button" onClick={() => act({ do: "take", range })}>
              {text}
            </button>
          ))}
        </div>
      ) : null}
      <Months picker={picker} isWide={isWide} />
      <div className="dr-below" data-stay={stay?.period}>
        <p className="dr-message" data-refusal={notice || undefined}>
          <Glyph name={notice ? "alert" : "info"} />
          <span>{message}</span>
        </p>
        {stay && stay.taken.length > 0 ? (
          <ul className="dr-legend" aria-label={words.legend.title}>
            <li>
              <i className="dr-key" />
              {words.legend.taken}
            </li>
            {stay.period === "Half" ? (
              <li>
                <i className="dr-key dr-key-half" />
                {words.legend.half}
              </li>
            ) : null}
          </ul>
        ) : null}
        {stay ? <StayPart picker={picker} stay={stay} /> : null}
      </div>
      {footer ? (
        <div className="dr-footer">
          <button type="button" className="btn btn-secondary" onClick={onCancel}>
            {footer.cancel}
          </button>
          <button
            type="button"
            className="btn"
            disabled={!isComplete(state.draft)}
            onClick={onApply}
          >
            {footer.apply}
          </button>
        </div>
      ) : null}
    </Popover.Content>
  );
}
