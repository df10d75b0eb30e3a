import { Component, createRef, type ReactNode } from "react";
import { NativeFields } from "./native-fields";

/** Gives the form's own fields back when the picker fails while it is drawn. */
export class FailureBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  private readonly place = createRef<HTMLSpanElement>();

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  // Also of a first drawing, which has no update.
  override componentDidCatch(): void {
    new NativeFields(this.place.current).show();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <span ref={this.place} /> : this.props.children;
  }
}
