import { Component, type ReactNode } from "react";

interface Props {
  onFailure: () => void;
  children: ReactNode;
}

/** Gives way to the hosted page when Stripe's code throws while its fields are drawn. */
export class FailureBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailure();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
