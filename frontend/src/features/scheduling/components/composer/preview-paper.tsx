import type { Platform } from '@posthorn/contracts/shared/platform';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { PLATFORM_COLOURS } from '#ui/platform-colours.ts';

type PreviewPaperProps = Readonly<{ platform: Platform; className?: string; children: ReactNode }>;

/** The background of a preview, with an edge in the platform's colour. */
export function PreviewPaper({ platform, className, children }: PreviewPaperProps) {
  return (
    <div
      className={classNames('rounded-2xl border border-t-4 bg-surface p-side text-sm', className)}
      style={{ borderTopColor: PLATFORM_COLOURS[platform].disc }}
    >
      {children}
    </div>
  );
}
