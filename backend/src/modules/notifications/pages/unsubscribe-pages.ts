import { unsubscribe } from '@posthorn/contracts/notifications/notices.http';
import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import { BRAND } from '@posthorn/contracts/shared/brand';
import { markup } from '#infrastructure/http/pages/markup.ts';
import type { HtmlPage } from '#infrastructure/http/pages/page.ts';

const ABOUT: Readonly<Record<NoticeKind, string>> = {
  postFailed: 'posts that could not be published',
  accountExpiring: 'accounts that need attention',
  newComment: 'new comments',
};
const settings = markup`<p class="note">You can choose your notifications in <a href="/settings#notifications">Settings</a>.</p>`;

/** @param token the valid token, exactly as the link contained it */
export const unsubscribePage = (token: string, kind: NoticeKind): HtmlPage => ({
  title: 'Unsubscribe from these emails?',
  body: markup`<p>${BRAND.name} sends you emails about ${ABOUT[kind]}.</p>
<form method="post" action="${unsubscribe.path.replace(':token', token)}">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<button>Unsubscribe</button>
</form>
${settings}`,
});

export const unsubscribedPage = (kind: NoticeKind): HtmlPage => ({
  title: 'Unsubscribed',
  body: markup`<p role="status">You will get no more emails about ${ABOUT[kind]}.</p>
${settings}`,
});

export const noSuchUnsubscribePage = (): HtmlPage => ({
  title: 'Unsubscribe',
  body: markup`<p class="bad" role="alert">This link is incomplete. Copy the whole address from the email.</p>
${settings}`,
});
