import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

const kinds = {
  info: { Icon: Info, look: 'border-line [&>svg]:text-muted', role: undefined },
  warning: { Icon: TriangleAlert, look: 'border-attention/40 [&>svg]:text-attention', role: 'status' },
  error: { Icon: CircleAlert, look: 'border-failed/40 [&>svg]:text-failed', role: 'alert' },
} as const;

/** A note inside a screen or form. The children may contain an action that solves the problem. */
export function Note({
  kind = 'info',
  children,
  className,
}: {
  kind?: keyof typeof kinds;
  children: ReactNode;
  className?: string;
}) {
  const { Icon, look, role } = kinds[kind];
  return (
    <div
      role={role}
      className={classNames(
        'flex by-default:items-start gap-2.5 rounded-xl border bg-surface p-3 text-sm',
        look,
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
