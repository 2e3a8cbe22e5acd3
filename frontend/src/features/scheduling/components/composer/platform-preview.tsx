import { AccountAvatar } from '#ui/account-avatar.tsx';
import { coverOf } from '../../model/composer/cover.ts';
import { FEEDS } from '../../model/composer/feed-layout.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { Preview, PreviewFit } from '../../model/composer/preview-fit.ts';
import { textOption } from '../../model/composer/text-option.ts';
import { FeedPreview } from './feed-preview.tsx';
import { MediaFrame, shapeOf, TALL } from './media-frame.tsx';
import { PreviewPaper } from './preview-paper.tsx';
import { PreviewText } from './preview-text.tsx';

const TEXT = COMPOSER_TEXT.preview;

// Shapes: width divided by height.
const WIDE = 16 / 9;
const PIN = 2 / 3;

/** Shows a post like its platform: in the same order, with the same cropping and folding. */
export function PlatformPreview({ fit, media: all }: Preview) {
  const { images, videos } = fit.account.limits.media;
  const media = all.filter(({ kind }) => (kind === 'image' ? images : videos) > 0);
  switch (fit.account.platform) {
    case 'youtube':
      return <VideoPreview fit={fit} media={media} />;
    case 'pinterest':
      return <PinPreview fit={fit} media={media} />;
    case 'tiktok':
      return <TallPreview fit={fit} media={media} />;
    case 'snapchat':
      return <SnapPreview fit={fit} media={media} />;
    case 'bluesky':
    case 'facebook':
    case 'instagram':
    case 'linkedin':
    case 'mastodon':
    case 'substack':
    case 'threads':
    case 'twitter':
      return <FeedPreview fit={fit} media={media} layout={FEEDS[fit.account.platform]} />;
  }
}

const nameOf = ({ account }: PreviewFit): string => account.displayName ?? account.accountName;

/** The video, the title, the channel and the description, from top to bottom. */
function VideoPreview({ fit, media }: Preview) {
  const title = textOption(fit, 'title') ?? fit.title;
  const video = media.find(({ kind }) => kind === 'video');
  const cover = media.find(({ kind }) => kind === 'image');
  const shape = video && shapeOf(video) < 1 ? TALL : WIDE;
  return (
    <PreviewPaper platform={fit.account.platform}>
      <MediaFrame media={cover && video ? [cover] : media} shape={shape} empty={TEXT.yourVideo} />
      <Title text={title} />
      <p className="mt-1.5 flex items-center gap-2 text-muted">
        <AccountAvatar
          accountId={fit.account.id}
          name={fit.account.accountName}
          platform={fit.account.platform}
          size="preview"
        />
        <span className="min-w-0 truncate" title={nameOf(fit)}>
          {nameOf(fit)}
        </span>
      </p>
      <PreviewText text={fit.text} platform={fit.account.platform} className="mt-1" />
    </PreviewPaper>
  );
}

function PinPreview({ fit, media }: Preview) {
  const [first] = media;
  const link = textOption(fit, 'link');
  const title = textOption(fit, 'title') ?? fit.title;
  return (
    <PreviewPaper platform={fit.account.platform}>
      <MediaFrame
        media={media}
        shape={first ? shapeOf(first) : PIN}
        cover={coverOf(fit)}
        carousel
        empty={TEXT.yourMedia}
      />
      {title && <Title text={title} />}
      <PreviewText text={fit.text} platform={fit.account.platform} className="mt-1" />
      <p className="mt-2 truncate text-muted">{link ? siteOf(link) : nameOf(fit)}</p>
    </PreviewPaper>
  );
}

/**
 * The platform shows the picture or video on the full screen, with name and caption on top. The preview shows both
 * texts below, where they are readable.
 */
function TallPreview({ fit, media }: Preview) {
  return (
    <PreviewPaper platform={fit.account.platform}>
      <MediaFrame media={media} shape={TALL} cover={coverOf(fit)} carousel empty={TEXT.yourTallMedia} />
      <p className="mt-2 truncate font-semibold" title={nameOf(fit)}>
        {nameOf(fit)}
      </p>
      <PreviewText text={fit.text} platform={fit.account.platform} className="mt-1" />
    </PreviewPaper>
  );
}

function SnapPreview({ fit, media }: Preview) {
  const kind = textOption(fit, 'kind') ?? 'story';
  return (
    <PreviewPaper platform={fit.account.platform}>
      <MediaFrame media={media} shape={TALL} empty={TEXT.yourMedia} />
      <p className="mt-2 truncate font-semibold" title={nameOf(fit)}>
        {nameOf(fit)}
      </p>
      {kind === 'spotlight' ? (
        <PreviewText text={fit.text} platform={fit.account.platform} className="mt-1" />
      ) : (
        <>
          {kind === 'saved_story' && <Title text={textOption(fit, 'savedStoryTitle') ?? fit.title} />}
          <p className="mt-1 text-muted">{TEXT.storyHasNoText}</p>
        </>
      )}
    </PreviewPaper>
  );
}

function Title({ text }: { text: string | null }) {
  return (
    <p dir="auto" className="mt-2 leading-snug font-semibold">
      {text ?? <span className="font-normal text-muted">{TEXT.noTitle}</span>}
    </p>
  );
}

/** Returns the host of a link. An incomplete URL is returned unchanged. */
const siteOf = (link: string): string => (URL.canParse(link) ? new URL(link).hostname : link);
