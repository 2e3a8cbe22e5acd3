import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';
import type { Choice, OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { say } from '#lib/saying.tsx';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { languageName, languageOrder } from '../../messages/languages.en.ts';
import { OPTION_SENTENCES } from '../../messages/options.en.ts';

/** Returns the fields with the words of the product. Without such a word, the word of the server stays, for example the name of a board. */
export const fieldsInWords = (platform: Platform, fields: readonly OptionField[]): readonly OptionField[] =>
  fields.map((field) => {
    const word = (message: string, variant?: string) => wordOf(platform, field.name, message, variant);
    const words = {
      label: word(field.label),
      ...(field.help !== undefined && { help: word(field.help, 'help') }),
    };
    if (field.kind !== 'choice') return { ...field, ...words };
    const choices = field.choices.map(({ value, label, mark, own }) => ({
      value,
      label: own === undefined ? marked(word(label, value), mark) : (languageName(value, own) ?? label),
    }));
    if (field.choices.some(({ own }) => own !== undefined))
      choices.sort((one, other) => languageOrder(one.label, other.label));
    return { ...field, ...words, choices };
  });

export const platformInWords = (view: PlatformView): PlatformView => ({
  ...view,
  options: fieldsInWords(view.platform, view.options),
  ...(view.hint !== undefined && {
    hint: say(OPTION_SENTENCES, { code: view.platform, variant: 'hint', message: view.hint }),
  }),
});

/** A newer server may send a mark that this screen does not know. */
function marked(label: string, mark: Choice['mark']): string {
  const marks: Partial<Record<string, (choice: string) => string>> = COMPOSER_TEXT.options.marks;
  return marks[mark ?? '']?.(label) ?? label;
}

/** Looks for the word of this platform, then for the word of all platforms. */
function wordOf(platform: Platform, name: string, message: string, variant?: string): string {
  const said = { ...(variant !== undefined && { variant }) };
  const general = say(OPTION_SENTENCES, { ...said, code: name, message });
  return say(OPTION_SENTENCES, { ...said, code: `${platform}.${name}`, message: general });
}
