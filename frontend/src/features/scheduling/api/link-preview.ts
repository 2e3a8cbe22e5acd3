import { LINK_MAX } from '@posthorn/contracts/integrations/link-card';
import {
  LINK_PREVIEW_TEXT,
  linkPreview,
  type LinkCardView,
} from '@posthorn/contracts/integrations/link-card.http';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf, send } from '#lib/api-client.ts';
import { COMPOSER_TEXT } from '../messages/composer.en.ts';

const PAUSE_MS = 600;

/** The card of a link, loaded when the user stops typing, or at once on the first render. Null while it is unknown, and where there is no link. */
export function useLinkPreview(
  link: string | null,
): Readonly<{ card: LinkCardView }> | Readonly<{ card: null; message: string }> | null {
  const wanted = link !== null && link.length <= LINK_MAX ? link : null;
  const [asked, ask] = useState(wanted);
  useEffect(() => {
    if (asked === wanted) return undefined;
    const timer = setTimeout(() => {
      ask(wanted);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [asked, wanted]);
  const { data, error } = useQuery({
    queryKey: [linkPreview.path, asked],
    queryFn: ({ signal }) => send(linkPreview, undefined, { query: { url: asked ?? '' }, signal }),
    enabled: asked !== null && asked === wanted,
    staleTime: 5 * 60_000,
    retry: false,
  });
  if (asked !== wanted) return null;
  if (error) return { card: null, message: messageOf(error, COMPOSER_TEXT.preview.noAnswer) };
  if (data?.card === null) return { card: null, message: LINK_PREVIEW_TEXT.noCard[data.reason] };
  return data ?? null;
}
