import { classNames } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { MediaThumb } from '../media-thumb.tsx';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { problemMark } from '../../model/composer/next-problem.ts';
import { itemsFor, toggled } from '../../model/composer/own-media.ts';
import type { TargetFit } from '../../model/composer/target-fit.ts';
import { useTargets } from '../../hooks/composer/use-targets.ts';
import type { Fixing } from './fix-buttons.tsx';
import { FitProblems } from './fit-problems.tsx';

const TEXT = COMPOSER_TEXT.ownMedia;

type OwnMediaProps = Readonly<{
  fit: TargetFit;
  name: string;
  items: readonly ComposerMediaItem[];
  fixing: Fixing;
}>;

/** Chooses the files of the post that one account gets. The account gets all files until the user leaves some out. */
export function OwnMedia({ fit, name, items, fixing }: OwnMediaProps) {
  const { fieldsFor, change } = useTargets();
  const { id } = fit.account;
  const { mediaUrls = null } = fieldsFor(id);
  const chosen = itemsFor(items, { mediaUrls });
  const place = mediaUrls === null ? 'media' : 'ownMedia';
  const hasProblem = fit.problems.some((problem) => problem.place === place);
  if (items.length === 0 && !hasProblem) return null;
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="mb-1.5 text-sm font-medium">{TEXT.legend(name)}</legend>
      {items.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {items.map((item) => (
            <label
              key={item.id}
              className="relative rounded-xl has-checked:ring-2 has-checked:ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-primary"
            >
              <input
                type="checkbox"
                aria-label={item.name}
                checked={chosen.includes(item)}
                disabled={!item.view}
                className="peer absolute inset-0 z-10 size-full cursor-[inherit] appearance-none outline-none"
                {...problemMark(hasProblem && item === items[0])}
                onChange={() => {
                  change(id, { mediaUrls: toggled(items, chosen, item) });
                }}
              />
              <MediaThumb
                kind={item.kind}
                src={item.preview}
                alt=""
                className={classNames('size-16', !chosen.includes(item) && 'opacity-40 grayscale')}
              />
            </label>
          ))}
        </div>
      )}
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        {TEXT.count(chosen.length, items.length)}
        {mediaUrls !== null && (
          <Button
            variant="link"
            size="inline"
            onClick={() => {
              change(id, { mediaUrls: null });
            }}
          >
            {TEXT.all}
          </Button>
        )}
      </p>
      <FitProblems fits={[fit]} place={place} fixing={{ ...fixing, onRemove: undefined }} />
    </fieldset>
  );
}
