import type { Platform } from '@posthorn/contracts/shared/platform';
import { Fragment, type ComponentProps } from 'react';
import { Checkbox } from './checkbox.tsx';
import { PlatformIcon } from './platform-icon.tsx';

type AccountCheckboxProps = Omit<ComponentProps<typeof Checkbox>, 'children'> &
  Readonly<{
    account: string;
    platform: Platform;
    /** What stands below the name: the platform's name, and more when there is more to say. */
    facts: string;
  }>;

/** An account to choose. Its icon stands in the lower line: the name needs the width. */
export function AccountCheckbox({ account, platform, facts, ...props }: AccountCheckboxProps) {
  return (
    // Readers are told the name in one piece, whatever its lines are.
    <Checkbox aria-label={`${account} ${facts}`} {...props}>
      <span className="min-w-0 flex-1 text-sm">
        <span className="block leading-tight font-medium">
          <Breakable name={account} />
        </span>
        <span className="mt-0.5 block text-xs text-muted">
          <PlatformIcon platform={platform} className="mr-1 inline size-4 align-[-0.2em]" />
          {facts}
        </span>
      </span>
    </Checkbox>
  );
}

/** Long names of accounts go on in the next line at a mark of theirs, in the middle of a word only where nothing else helps. */
function Breakable({ name }: { name: string }) {
  return name.split(/(?<=[._-])(?=.)|(?<=.)(?=@)/u).map((part, at) => (
    // The parts of one name never change their order.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
