import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { TargetFit } from '../../model/composer/target-fit.ts';
import { AccountRow } from './account-row.tsx';

type TargetRowProps = Readonly<{
  targets: readonly TargetView[];
  fits: readonly TargetFit[];
  view: number | null;
  onView: (view: number | null) => void;
}>;

/** The accounts of an existing post, which cannot change any more. */
export function TargetRow({ targets, fits, view, onView }: TargetRowProps) {
  return (
    <section aria-labelledby="targets-title">
      <h3 id="targets-title" className="mb-1.5 text-sm font-medium">
        {COMPOSER_TEXT.accounts.publishingTo}
      </h3>
      <AccountRow
        accounts={targets.map(({ accountId, platform, accountName }) => ({
          id: accountId,
          platform,
          accountName,
          displayName: null,
        }))}
        fits={fits}
        most={targets.length}
        view={view}
        isChosen={() => true}
        fixed
        onView={onView}
        onMore={() => undefined}
      />
    </section>
  );
}
