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

/**
 * The preview card of a link. Loads immediately on the first render, later when the user stops typing. Returns null while the card
 * loads, and without a link.
 */
export function useLinkPreview(
  link: string | null,
): Readonly<{ card: LinkCardView }> | Readonly<{ card: null; message: string }> | null {
  const current = link !== null && link.length <= LINK_MAX ? link : null;
  const [requested, setRequested] = useState(current);
  useEffect(() => {
    if (requested === current) return undefined;
    const timer = setTimeout(() => {
      setRequested(current);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [requested, current]);
  const { data, error } = useQuery({
    queryKey: [linkPreview.path, requested],
    queryFn: ({ signal }) => send(linkPreview, undefined, { query: { url: requested ?? '' }, signal }),
    enabled: requested !== null && requested === current,
    staleTime: 5 * 60_000,
    retry: false,
  });
  if (requested !== current) return null;
  if (data) return data.card ? data : { card: null, message: LINK_PREVIEW_TEXT.noCard[data.reason] };
  return error && { card: null, message: messageOf(error, COMPOSER_TEXT.preview.noAnswer) };
}
