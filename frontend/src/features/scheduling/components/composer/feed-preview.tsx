import { useState, type ReactNode } from 'react';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import type { FeedLayout } from '../../model/composer/feed-layout.ts';
import type { Preview } from '../../model/composer/preview-fit.ts';
import { textOption } from '../../model/composer/text-option.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { FeedFiles } from './feed-files.tsx';
import { LinkCard } from './link-card.tsx';
import { PreviewPaper } from './preview-paper.tsx';
import { PreviewText } from './preview-text.tsx';

const TEXT = COMPOSER_TEXT.preview;

/**
 * The content warning on Mastodon, which hides the post until a reader opens it. With a warning, Mastodon's
 * web pages show no link card.
 */
function ContentWarning({ text, children }: { text: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className="rounded-xl bg-sunken px-3 pt-2">
        <p dir="auto">{text}</p>
        <button
          type="button"
          aria-expanded={open}
          className="min-h-11 font-medium text-primary hover:underline"
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? TEXT.hidePost : TEXT.showMore}
        </button>
      </div>
      {open && children}
    </>
  );
}

type Props = Preview & Readonly<{ layout: FeedLayout }>;

/** A post in a timeline. */
export function FeedPreview({ fit, media, layout }: Props) {
  const { account } = fit;
  const { id, accountName, platform } = account;
  const avatar = <AccountAvatar accountId={id} name={accountName} platform={platform} size="preview" />;
  const author = <Author {...{ account, layout }} />;
  const body = <Body {...{ fit, media, layout }} />;
  if (layout.body === 'beside')
    return (
      <PreviewPaper platform={platform} className="flex gap-[10px]">
        {avatar}
        <div className="min-w-0 flex-1 space-y-2">
          {author}
          {body}
        </div>
      </PreviewPaper>
    );
  return (
    <PreviewPaper platform={platform} className="space-y-3">
      <div className="flex items-center gap-3">
        {avatar}
        {author}
      </div>
      {body}
    </PreviewPaper>
  );
}

function Author({ account, layout }: { account: Preview['fit']['account']; layout: FeedLayout }) {
  const { accountName, displayName } = account;
  const name = layout.author === 'handle' ? accountName : (displayName ?? accountName);
  const shownName = <span className="font-semibold">{name}</span>;
  if (layout.author !== 'both') return <Line title={name}>{shownName}</Line>;
  const handle = `@${accountName.replace(/^@/u, '')}`;
  const shownHandle = <span className="text-muted">{handle}</span>;
  if (layout.body === 'beside')
    return (
      <Line title={`${name} ${handle}`}>
        {shownName} {shownHandle}
      </Line>
    );
  return (
    <div className="min-w-0">
      <Line title={name}>{shownName}</Line>
      <Line title={handle}>{shownHandle}</Line>
    </div>
  );
}

/** Cuts a long name, as the platforms do. The title shows the whole name. */
const Line = ({ title, children }: { title: string; children: ReactNode }) => (
  <p className="min-w-0 truncate" title={title}>
    {children}
  </p>
);

function Body({ fit, media, layout }: Props) {
  const { text } = fit;
  const { platform } = fit.account;
  const warning = textOption(fit, 'contentWarning');
  const previewText = <PreviewText text={text} platform={platform} />;
  const files = <FeedFiles {...{ fit, media }} as={layout.files} />;
  if (layout.files === 'carousel')
    return (
      <>
        {files}
        {previewText}
      </>
    );
  if (warning !== null)
    return (
      <ContentWarning text={warning}>
        {previewText}
        {files}
      </ContentWarning>
    );
  return (
    <>
      {previewText}
      {files}
      <LinkCard fit={fit} />
    </>
  );
}
