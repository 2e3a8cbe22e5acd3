import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Select } from '#ui/select.tsx';

type Props = Readonly<{
  targets: PostView['targets'];
  /** Null: all of them. */
  accountId: number | null;
  onAccount: (accountId: number | null) => void;
}>;

/** Narrows the steps to those of one account, with what concerns the whole post. One account needs no choice. */
export function AccountFilter({ targets, accountId, onAccount }: Props) {
  if (targets.length < 2) return null;
  return (
    <Select
      label="Steps of"
      className="max-w-sm"
      value={accountId === null ? '' : String(accountId)}
      options={[
        { value: '', label: 'Steps of all accounts' },
        ...targets.map((target) => ({
          value: String(target.accountId),
          label: `${PLATFORM_NAMES[target.platform]}: ${target.accountName}`,
        })),
      ]}
      onValueChange={(value) => {
        onAccount(value === '' ? null : Number(value));
      }}
    />
  );
}
