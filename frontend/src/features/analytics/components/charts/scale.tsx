import type { ReactNode } from 'react';
import { short } from '../../model/sizes.ts';

type ScaleProps = Readonly<{ most: number; ends: readonly [string, string]; children: ReactNode }>;

/** The scale of a chart, with labels at both ends. Hidden from screen readers, which use the caption and the table. */
export const Scale = ({ most, ends, children }: ScaleProps) => (
  <div aria-hidden className="pt-2">
    <div className="relative h-40">
      <span className="absolute -top-2 left-0 z-1 bg-surface pr-1 text-[0.6875rem]/4 text-muted tabular-nums">
        {short(most)}
      </span>
      <svg width="100%" height="100%" className="block overflow-visible">
        {[0, 50, 100].map((y) => (
          <line
            key={y}
            x2="100%"
            y1={`${String(y)}%`}
            y2={`${String(y)}%`}
            className="stroke-line"
            {...(y < 100 && { strokeDasharray: '2 4' })}
          />
        ))}
        {children}
      </svg>
    </div>
    <div className="mt-1 flex justify-between gap-3 text-[0.6875rem]/4 text-muted">
      <span>{ends[0]}</span>
      <span>{ends[1]}</span>
    </div>
  </div>
);
