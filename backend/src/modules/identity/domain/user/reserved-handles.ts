import { BRAND } from '@posthorn/contracts/shared/brand';

/** Words that people would mistake for a part of the product, or for its staff. */
const RESERVED = new Set(
  [
    BRAND.hashtag,
    'about abuse access account accounts activity admin admins administrator administration affiliate affiliates',
    'agency ajax alert alerts analytics android anonymous api apis app apps archive article assets auth',
    'authentication avatar backup banner beta billing blog blogs bluesky bot bots brand business careers cart cdn',
    'changelog chat checkout client cloud code comment comments community config connect connected contact content',
    'control copyright create css dashboard data database deals default demo design dev developer developers',
    'dns docs documentation domain domains download downloads edit editor email enterprise error errors events',
    'example explore export external facebook faq features feed feedback feeds file files follow followers',
    'following forum forums free ftp google group groups guest guests handle health help history home host hosting',
    'hostmaster html http https icon icons image images imap inbox info instagram integrations internal intranet',
    'invite invitations invoice ios issue issues jobs join js json language legal library license linkedin links',
    'linktree list lists local localhost log login logout logs mail mailer marketing mastodon master mcp media',
    'member members message messages metrics mobile moderator modules music mysql name names network networks',
    'new news newsletter noc none notification notifications null oauth offers official online openid operator',
    'order orders owner page pages partner partners password pay payment payments phone photo photos php pinterest',
    'plans pop pop3 popular portal post postmaster posts press premium pricing privacy private pro product',
    'products profile profiles project projects promo public purchase random recover redirect register registration',
    'remove report reports reset robots root rss ruby rules sale sales sample sandbox save schedule search secure',
    'security send server servers service services session sessions settings setup share shop signin signout signup',
    'site sitemap sites smtp snapchat source spam ssl staff start static statistics stats status storage store',
    'stripe style styles subdomain subscribe subscription subscriptions substack support system tag tags team',
    'teams terms test tester testing tests theme themes threads tiktok token tokens tools topic tour trends',
    'tutorial twitter undefined update updates upgrade upload uploads url usage user username users verify video',
    'videos web webhook webhooks webmail webmaster website welcome widget wiki work www xml you youtube',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Names of hosts below a domain that programs look up automatically, or that operators use. They are also reserved with a number (`ns1`). On
 * the domain of link pages, a handle is the name of a host. The owner of such a handle could act for the whole domain.
 */
const HOSTS = new Set(
  [
    'acme acmechallenge atom autoconfig autodiscover bimi broadcasthost cpanel cpcalendars cpcontacts dkim dmarc',
    'domainkey gateway gw imap isatap kerberos ldap localdomain lyncdiscover mail mailhost msoid mtasts mx news ns',
    'openpgpkey pgpkey pop proxy radius relay router sip smtp smtptls spf ssh ssladmin ssladministrator sslwebmaster',
    'sysadmin usenet uucp vpn webdisk whm wpad ws www xmpp',
  ].flatMap((line) => line.split(' ')),
);

/** `handle`: in lower case. */
export function isReservedHandle(handle: string): boolean {
  const word = handle.replaceAll('_', '');
  return RESERVED.has(handle) || RESERVED.has(word) || HOSTS.has(word.replace(/\d+$/u, ''));
}
