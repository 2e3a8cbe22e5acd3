import type { Platform } from '@posthorn/contracts/shared/platform';
import type { ComponentProps } from 'react';
import { AccountAvatar } from './account-avatar.tsx';
import { BreakableName } from './breakable-name.tsx';
import { Checkbox } from './checkbox.tsx';
import { PlatformIcon } from './platform-icon.tsx';

type AccountCheckboxProps = Omit<ComponentProps<typeof Checkbox>, 'children'> &
  Readonly<{
    account: string;
    platform: Platform;
    /** The text below the name: the platform name, and further facts, if there are any. */
    facts: string;
    /** The id of a connected account, whose avatar is shown. Absent: only the platform icon is shown. */
    accountId?: number;
  }>;

/** A checkbox for an account. The icon is in the second line, because the name needs the width. */
export function AccountCheckbox({ account, platform, facts, accountId, ...props }: AccountCheckboxProps) {
  return (
    // The label gives screen readers the name as one text, even when the name is split.
    <Checkbox aria-label={`${account} ${facts}`} {...props}>
      <span className="min-w-0 flex-1 text-sm">
        <span className="block leading-tight font-medium">
          <BreakableName name={account} />
        </span>
        <span className="mt-0.5 block text-xs text-muted">
          {accountId === undefined ? (
            <PlatformIcon platform={platform} className="mr-1 inline size-4 align-[-0.2em]" />
          ) : (
            <span className="mr-1.5 inline-block align-middle">
              <AccountAvatar accountId={accountId} name={account} platform={platform} />
            </span>
          )}
          {facts}
        </span>
      </span>
    </Checkbox>
  );
}
