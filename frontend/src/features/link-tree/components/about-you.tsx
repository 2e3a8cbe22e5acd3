import { LINK_PAGE, LINK_PAGE_TEXT } from '@posthorn/contracts/link-tree/link-page.http';
import { textLength } from '@posthorn/contracts/shared/text';
import { BRAND } from '@posthorn/contracts/shared/brand';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Note } from '#ui/note.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { useChangePage } from '../api/change-page.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';

/** `base`: the saved text at the time when the user began to type. */
type SentenceDraft = Readonly<{ text: string; base: string }>;

const keyOf = (userId: string): string => `${BRAND.hashtag}:sentence:${userId}`;

/** Returns the unsaved text in this browser; null: none. */
function readSentence(userId: string): SentenceDraft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

/** Stores the unsaved text in this browser. @param draft null removes the text */
function keepSentence(userId: string, draft: SentenceDraft | null): void {
  try {
    if (draft === null) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // Without storage, the text is lost when the form closes.
  }
}

/** Checks the shape, because an older version of this page stored only the text. */
const isDraft = (value: unknown): value is SentenceDraft =>
  typeof value === 'object' &&
  value !== null &&
  (['text', 'base'] as const).every(
    (name) => typeof (value as Partial<Record<string, unknown>>)[name] === 'string',
  );

const TEXT = EDITOR_TEXT.about;

/** Edits the text in which users describe themselves. */
export function AboutYou({ userId, sentence }: Readonly<{ userId: string; sentence: string }>) {
  // Null until the user types. Until then, the field follows changes in other windows.
  const [typed, setTyped] = useState(() => readSentence(userId));
  const draft = typed?.text.trim() === sentence ? null : typed;
  const keep = (text: string | null) => {
    const next = text === null ? null : { text, base: draft?.base ?? sentence };
    setTyped(next);
    keepSentence(userId, text?.trim() === sentence ? null : next);
  };
  const { mutate: change, isPending } = useChangePage();
  const text = typed?.text ?? sentence;
  const left = LINK_PAGE.sentenceMax - textLength(text.trim());
  const isSame = text.trim() === sentence;
  return (
    <Card aria-labelledby="about">
      <h2 id="about" className="text-lg font-semibold">
        {TEXT.heading}
      </h2>
      <form
        className="mt-3 space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isSame || left < 0 || isPending) return;
          const sent = text.trim();
          change(
            { sentence: sent },
            {
              onSuccess: () => {
                // Keeps what the user has typed since.
                setTyped((now) => {
                  const next = now && now.text.trim() !== sent ? { ...now, base: sent } : null;
                  keepSentence(userId, next);
                  return next;
                });
              },
            },
          );
        }}
      >
        <Field
          label={TEXT.sentence}
          hint={`${left < 0 ? TEXT.over(-left) : TEXT.left(left)}${isSame ? '' : ` ${TEXT.notSaved}`}`}
          error={left < 0 ? LINK_PAGE_TEXT.sentenceMax : undefined}
        >
          {(field) => (
            <Textarea
              {...field}
              rows={2}
              className="min-h-20"
              value={text}
              onChange={({ target }) => {
                keep(target.value);
              }}
            />
          )}
        </Field>
        {draft && draft.base !== sentence && (
          <Note kind="warning">
            <p>{TEXT.savedElsewhere(sentence)}</p>
            <Button
              className="mt-2"
              onClick={() => {
                keep(null);
              }}
            >
              {TEXT.takeSaved}
            </Button>
          </Note>
        )}
        {/* A disabled button would lose the focus, so `aria-disabled` marks it instead. */}
        <Button type="submit" aria-disabled={isSame || left < 0 || isPending}>
          {isPending ? TEXT.saving : TEXT.save}
        </Button>
      </form>
    </Card>
  );
}
