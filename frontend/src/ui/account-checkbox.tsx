import type { Platform } from '@posthorn/contracts/shared/platform';
import { Fragment, type ComponentProps } from 'react';
import { AccountAvatar } from './account-avatar.tsx';
import { Checkbox } from './checkbox.tsx';
import { PlatformIcon } from './platform-icon.tsx';

type AccountCheckboxProps = Omit<ComponentProps<typeof Checkbox>, 'children'> &
  Readonly<{
    account: string;
    platform: Platform;
    /** The text below the name: the platform name, and further facts, if there are any. */
    facts: string;
    /** The path of the account's picture; absent: only the platform icon is shown. */
    picture?: string | undefined;
  }>;

/** A checkbox for an account. The icon is in the second line, because the name needs the width. */
export function AccountCheckbox({ account, platform, facts, picture, ...props }: AccountCheckboxProps) {
  return (
    // The label gives screen readers the name as one text, even when the name is split.
    <Checkbox aria-label={`${account} ${facts}`} {...props}>
      <span className="min-w-0 flex-1 text-sm">
        <span className="block leading-tight font-medium">
          <Breakable name={account} />
        </span>
        <span className="mt-0.5 block text-xs text-muted">
          {picture === undefined ? (
            <PlatformIcon platform={platform} className="mr-1 inline size-4 align-[-0.2em]" />
          ) : (
            <span className="mr-1.5 inline-block align-middle">
              <AccountAvatar name={account} platform={platform} picture={picture} />
            </span>
          )}
          {facts}
        </span>
      </span>
    </Checkbox>
  );
}

/** A long account name breaks after punctuation. The name breaks inside a word only if nothing else fits. */
function Breakable({ name }: { name: string }) {
  return name.split(/(?<=[._-])(?=.)|(?<=.)(?=@)/u).map((part, index) => (
    // The parts of a name never change their order, so the index works as a key.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
