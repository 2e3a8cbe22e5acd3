import { TextDecoder } from 'node:util';
import { mimeTypeIn } from './mime-type.ts';
import { wordsOfPage } from './open-graph.ts';

/** A page declares its encoding within this many bytes (html.spec.whatwg.org, prescan). */
const PRESCAN_BYTES = 1024;

/** Decodes a page with the encoding of its byte order mark, its header or its first bytes, else with UTF-8. */
export async function textOfPage(body: Buffer, contentType: string | undefined): Promise<string> {
  const label =
    encodingOfByteOrderMark(body) ??
    mimeTypeIn(contentType)?.params.get('charset') ??
    (await declaredCharset(body.subarray(0, PRESCAN_BYTES)));
  return decoderFor(label).decode(body);
}

function encodingOfByteOrderMark(body: Buffer): string | null {
  const [first, second, third] = body;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : null;
}

async function declaredCharset(beginning: Buffer): Promise<string> {
  const { charset } = await wordsOfPage(beginning.toString('latin1'));
  // The declaration was readable as ASCII, so the page cannot be in UTF-16.
  return charset === null || /^utf-?16/iu.test(charset.trim()) ? 'utf-8' : charset;
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label.trim());
  } catch {
    return new TextDecoder();
  }
}
