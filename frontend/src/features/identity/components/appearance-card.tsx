import { useId } from 'react';
import { useTheme, type ThemePreference } from '#lib/theme.tsx';
import { Card } from '#ui/card.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { SETTINGS_TEXT } from '../messages/settings.en.ts';

const TEXT = SETTINGS_TEXT.appearance;

const CHOICES: readonly Readonly<{ value: ThemePreference; label: string }>[] = [
  { value: 'system', label: TEXT.themes.system },
  { value: 'light', label: TEXT.themes.light },
  { value: 'dark', label: TEXT.themes.dark },
];

export function AppearanceCard() {
  const { theme, resolved, setTheme } = useTheme();
  const id = useId();
  return (
    <Card aria-labelledby="appearance">
      <h2 id="appearance" className="text-lg font-semibold">
        {TEXT.heading}
      </h2>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
        <label htmlFor={id} className="text-sm">
          <span className="font-medium">{TEXT.dark}</span>
          <span className="block text-muted">{TEXT.darkHint}</span>
        </label>
        <Switch
          id={id}
          checked={resolved === 'dark'}
          onCheckedChange={(dark) => {
            setTheme(dark ? 'dark' : 'light');
          }}
        />
      </div>
      <Select
        className="mt-3"
        label={TEXT.theme}
        value={theme}
        options={CHOICES}
        onValueChange={(value) => {
          setTheme(value as ThemePreference);
        }}
      />
    </Card>
  );
}
