import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Shown instead of children that can't be rendered. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Holds an error in rendering, so that the rest of the page stays. React itself logs it to the console. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
