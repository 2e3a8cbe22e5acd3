import { Button } from '#ui/button.tsx';
import { EXPORT_KINDS, exportAddress } from '../api/overview.ts';
import type { Days } from '../period.ts';
import { OVERVIEW_TEXT as TEXT } from '../screen.messages.en.ts';
import { Section } from './section.tsx';

/** The same days as files. */
export const Export = ({ days }: { days: Days }) => (
  <Section title={TEXT.export}>
    <p className="text-sm text-muted">{TEXT.exportHint}</p>
    <div className="mt-3 flex flex-wrap gap-2">
      {EXPORT_KINDS.map((kind) => (
        <Button key={kind} asChild>
          <a href={exportAddress(days, kind)} download>
            {TEXT.exports[kind]}
          </a>
        </Button>
      ))}
    </div>
  </Section>
);
