import { Component, type ReactNode, Suspense } from 'react';

type LazyBoundaryProps = {
  /** Shown while the code loads. */
  fallback?: ReactNode;
  /** Replaces the children when their code cannot be loaded: offline, or a new version has replaced the files. */
  failed?: ReactNode;
  children: ReactNode;
};

/** Suspense for lazy components that the page can do without: a failure to load them does not break the page. */
export class LazyBoundary extends Component<LazyBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { fallback, failed, children } = this.props;
    if (this.state.hasFailed) return failed;
    return <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
