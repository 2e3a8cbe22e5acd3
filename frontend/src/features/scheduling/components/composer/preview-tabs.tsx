import { PlatformIcon } from '#ui/platform-icon.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { shortName } from '../../model/composer/account-names.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { Preview, PreviewFit } from '../../model/composer/preview-fit.ts';
import { PlatformPreview } from './platform-preview.tsx';

type PreviewTabsProps = Readonly<{
  previews: readonly Preview[];
  /** The id of the account to show. For an unknown id, the first account is shown. */
  at: number | null;
  onPick: (accountId: number) => void;
}>;

/** Shows the preview of one account at a time. */
export function PreviewTabs({ previews, at, onPick }: PreviewTabsProps) {
  const accounts = previews.map(({ fit }) => fit.account);
  const shown = accounts.find(({ id }) => id === at) ?? accounts[0];
  return (
    <Tabs
      label={COMPOSER_TEXT.preview.label}
      value={String(shown?.id)}
      onValueChange={(next) => {
        onPick(Number(next));
      }}
      tabs={previews.map(({ fit, media }) => ({
        value: String(fit.account.id),
        label: (
          <>
            <PlatformIcon platform={fit.account.platform} className="size-4" />
            <span className="max-w-40 truncate" title={nameOf(fit, accounts)}>
              {nameOf(fit, accounts)}
            </span>
          </>
        ),
        content: <PlatformPreview fit={fit} media={media} />,
      }))}
    />
  );
}

/** Leaves out the platform when its accounts need names, because the icon before the name shows the platform. */
function nameOf({ account }: PreviewFit, among: readonly PreviewFit['account'][]): string {
  const name = shortName(account, among);
  return name.endsWith(`(${account.accountName})`) ? account.accountName : name;
}
