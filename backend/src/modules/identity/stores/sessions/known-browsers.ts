import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { HOST_COOKIE, hostCookieOf } from '#infrastructure/http/session/host-cookies.ts';
import { newSecret } from '#infrastructure/vault/secrets.ts';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';

const KNOWN = '__Host-known';
const YEAR = 365 * 86_400_000;
const ID_BYTES = 16;
/** The length of the id and of each mark, in characters of base64url: slightly more than 128 bits. */
const LENGTH = 22;
/** The maximum number of addresses with a mark in one browser. A new mark replaces the oldest mark. */
const MARKS_MAX = 4;

/**
 * Recognises browsers in which a user has signed in before. A cookie contains an id of the browser and a mark for each address. A mark is a
 * digest of id and address with the operator's secret. The cookie contains no name, grants no access, and stays after the session.
 */
@Injectable()
export class KnownBrowsers {
  constructor(private readonly digests: PersonalDigests) {}

  /** Returns the id of this browser if it has a mark for this address; null: it has none. `address`: canonical. */
  async idFor(request: Request, address: string): Promise<string | null> {
    const cookie = hostCookieOf(request, KNOWN);
    if (cookie === null) return null;
    const { id, marks } = parse(cookie);
    const addressMark = await this.#markOf(id, address);
    return marks.some((mark) => isSame(mark, addressMark)) ? id : null;
  }

  /** Adds a mark for the address that has signed in to the cookie of this browser. */
  async remember(request: Request, response: Response, address: string): Promise<void> {
    const cookie = hostCookieOf(request, KNOWN);
    const { id, marks } = cookie === null ? { id: newSecret(ID_BYTES), marks: [] } : parse(cookie);
    const addressMark = await this.#markOf(id, address);
    const kept = [addressMark, ...marks.filter((mark) => mark !== addressMark)].slice(0, MARKS_MAX);
    response.cookie(KNOWN, `${id}${kept.join('')}`, { ...HOST_COOKIE, maxAge: YEAR });
  }

  async #markOf(id: string, address: string): Promise<string> {
    const digest = await this.digests.digestOf(JSON.stringify(['known-browser', id, address]));
    return digest.toString('base64url').slice(0, LENGTH);
  }
}

function parse(cookie: string): Readonly<{ id: string; marks: readonly string[] }> {
  const parts = cookie.match(new RegExp(`.{1,${String(LENGTH)}}`, 'g')) ?? [];
  // `timingSafeEqual` needs marks of the same length.
  const [id = '', ...marks] = parts.map((part) => part.padEnd(LENGTH, '-'));
  return { id, marks };
}

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));
