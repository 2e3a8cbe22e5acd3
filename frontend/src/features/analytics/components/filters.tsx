import { AGES, ANALYTICS_TEXT, type OverviewQuery } from '@posthorn/contracts/analytics/analytics.http';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { isValidPeriodOf } from '../model/period.ts';
import { AGE_TEXT, FILTER_TEXT as TEXT } from '../messages/screen.en.ts';

const PRESETS = [7, 30, 90] as const;
const OWN = 'own';

type Chosen = Pick<OverviewQuery, 'from' | 'to' | 'age'> &
  Readonly<{ days?: number; isOwn: boolean; platform?: Platform; account?: number }>;

type FiltersProps = Readonly<{
  chosen: Chosen;
  accounts: readonly AccountView[];
  /** Receives the changed parameters of the URL. */
  onChange: (change: Readonly<Record<string, string | number | undefined>>) => void;
}>;

/** Filters for the period, age, platform and account. */
export function Filters({ chosen, accounts, onChange }: FiltersProps) {
  const { age, platform, account } = chosen;
  const offered = accounts.filter((each) => platform === undefined || each.platform === platform);
  return (
    <div
      role="group"
      aria-label={TEXT.filters}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-end gap-2"
    >
      <Period chosen={chosen} onChange={onChange} />
      <Select
        label={TEXT.age}
        value={age}
        options={AGES.toReversed().map((name) => ({ value: name, label: AGE_TEXT[name] }))}
        onValueChange={(value) => {
          onChange({ age: value });
        }}
      />
      <Select
        label={TEXT.platform}
        value={platform ?? ''}
        options={[
          { value: '', label: TEXT.allPlatforms },
          ...platformsOf(accounts, platform).map((name) => ({ value: name, label: PLATFORM_NAMES[name] })),
        ]}
        onValueChange={(value) => {
          const isAccountKept = accounts.some(
            ({ id, platform: each }) => id === account && (value === '' || each === value),
          );
          onChange({ platform: value || undefined, ...(!isAccountKept && { account: undefined }) });
        }}
      />
      <Select
        label={TEXT.account}
        value={account === undefined ? '' : String(account)}
        options={[
          { value: '', label: TEXT.allAccounts },
          ...offered.map(({ id, accountName }) => ({ value: String(id), label: accountName })),
          // The URL may contain the id of an account that has been disconnected since.
          ...(account !== undefined && !offered.some(({ id }) => id === account)
            ? [{ value: String(account), label: TEXT.thisAccount }]
            : []),
        ]}
        onValueChange={(value) => {
          onChange({ account: value === '' ? undefined : Number(value) });
        }}
      />
      {chosen.isOwn && <OwnDays chosen={chosen} onChange={onChange} />}
    </div>
  );
}

const platformsOf = (accounts: readonly AccountView[], chosen: Platform | undefined): readonly Platform[] => [
  ...new Set([...accounts.map(({ platform }) => platform), ...(chosen ? [chosen] : [])]),
];

type PartProps = Pick<FiltersProps, 'chosen' | 'onChange'>;

const Period = ({ chosen: { isOwn, days = 30, from, to }, onChange }: PartProps) => (
  <Select
    label={TEXT.period}
    value={isOwn ? OWN : String(days)}
    options={[
      ...PRESETS.map((preset) => ({ value: String(preset), label: TEXT.last(preset) })),
      { value: OWN, label: TEXT.own },
    ]}
    onValueChange={(value) => {
      // A custom period starts with the days that are shown.
      onChange(
        value === OWN
          ? { from, to, days: undefined }
          : { from: undefined, to: undefined, days: Number(value) },
      );
    }}
  />
);

function OwnDays({ chosen: { from, to }, onChange }: PartProps) {
  const isWrong = !isValidPeriodOf({ from, to });
  return (
    <>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className="text-xs text-muted">
          {TEXT[name]}
          <Input
            type="date"
            value={name === 'from' ? from : to}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? 'period-problem' : undefined}
            onChange={({ target }) => {
              if (target.value !== '') onChange({ [name]: target.value });
            }}
          />
        </label>
      ))}
      <p id="period-problem" role="alert" className="col-span-full text-sm text-failed empty:hidden">
        {isWrong && ANALYTICS_TEXT.period}
      </p>
    </>
  );
}
