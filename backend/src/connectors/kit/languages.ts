import { OPTION_SENTENCES as WORDS } from '@posthorn/contracts/integrations/option-sentences';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';

/** Language codes of ISO 639 that platforms use for posts. Only languages that many people write in; no scripts or regions. */
const CODES =
  'af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fil fr ga gd gl gu he hi hr hu hy id is it ja ka kk km kn ko ku ky lb lo lt lv mk ml mn mr ms mt my nb ne nl nn pa pl ps pt ro ru sa si sk sl so sq sr sv sw ta te th tr uk ur uz vi xh yi zh zu';

/** `German (Deutsch)`, in the order of the English names. */
const choicesByName = () =>
  CODES.split(' ')
    .map((value) => ({ value, english: nameOf(value, 'en'), own: nameOf(value, value) }))
    .sort((a, b) => a.english.localeCompare(b.english, 'en'))
    .map(({ value, english, own }) => ({
      value,
      label: own === english ? english : `${english} (${own})`,
      own,
    }));

function nameOf(code: string, language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code;
}

/** Posthorn does not guess: without a choice, a post declares no language. `help`: what the platform then does. */
export function languageField(help: string) {
  // Made at the first use, because the names of all languages would delay each start.
  let choices: ReturnType<typeof choicesByName> | undefined;
  return {
    kind: 'choice',
    name: 'language',
    label: WORDS.language,
    help,
    required: false,
    get choices() {
      return (choices ??= choicesByName());
    },
    initial: null,
  } as const satisfies OptionField;
}
