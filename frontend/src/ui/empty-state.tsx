import type { ReactNode } from 'react';
import type { Icon } from './icon.ts';

type EmptyStateProps = Readonly<{ icon: Icon; title: string; children?: ReactNode; actions?: ReactNode }>;

export function EmptyState({ icon: Picture, title, children, actions }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-2xl border border-dashed px-6 py-12 text-center">
      <span className="mb-4 flex size-14 items-center justify-center rounded-full bg-sunken text-muted">
        <Picture aria-hidden className="size-6" />
      </span>
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <div className="mt-1 max-w-sm text-sm text-muted">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
