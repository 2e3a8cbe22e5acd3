import { useId, type ReactNode } from 'react';
import { Card } from '#ui/card.tsx';

type SectionProps = Readonly<{ title: string; aside?: ReactNode; children: ReactNode }>;

/** A section of the screen with its heading. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </Card>
  );
}
