import { UpgradeLink } from '#ui/upgrade-link.tsx';
import { MASKED_TEXT as TEXT, METRIC_NAMES } from '../messages/card.en.ts';
import { Cell, Cells } from './figure-cell.tsx';

const SHOWN = ['likes', 'comments', 'shares', 'impressions'] as const;

/** Shows the names of the metrics without numbers, for users without Premium. Does not send a request. */
export const MaskedFigures = () => (
  <>
    <Cells>
      {SHOWN.map((metric) => (
        <Cell key={metric} name={METRIC_NAMES[metric]}>
          <span aria-hidden className="tracking-widest text-muted">
            {TEXT.mask}
          </span>
          <span className="sr-only">{TEXT.hidden}</span>
        </Cell>
      ))}
    </Cells>
    <p className="flex h-6 items-center text-xs">
      <UpgradeLink>{TEXT.upgrade}</UpgradeLink>
    </p>
  </>
);
