import { WINDOWS_1252 } from './entities.ts';
import { htmlToText } from './html-text.ts';

/** False for what is surely no text, by what the server calls it. */
export function mayBeText(contentType: string): boolean {
  return !/^\s*(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:pdf|zip|gzip|wasm|vnd\.|x-(?:tar|7z)))/i.test(
    contentType,
  );
}

/** The text of a page to read; null when it is none. */
export function pageText(body: Buffer, contentType: string, url: URL): string | null {
  const isNamedText = /^\s*(?:text\/|application\/(?:[\w.-]*\+)?(?:json|xml|javascript|yaml))/i.test(contentType);
  const text = decode(body, charsetOf(body, contentType));
  if (text.slice(0, 8192).includes('\0') || (!isNamedText && text.includes('\ufffd'))) return null;
  return isHtml(text, contentType) ? htmlToText(text, url) : text;
}

function isHtml(text: string, contentType: string): boolean {
  if (/^\s*(?:text\/html|application\/xhtml\+xml)/i.test(contentType)) return true;
  return contentType.trim() === '' && /^\s*(?:<!doctype html|<html)/i.test(text.slice(0, 1000));
}

function charsetOf(body: Buffer, contentType: string): string {
  const named = /charset\s*=\s*["']?([\w:.-]+)/i;
  const inside = (): string | undefined =>
    named.exec(/<meta\s[^>]{0,500}/i.exec(body.toString('latin1', 0, 2048))?.[0] ?? '')?.[1];
  return named.exec(contentType)?.[1] ?? (/html/i.test(contentType) ? inside() : undefined) ?? 'utf-8';
}

function decode(body: Buffer, charset: string): string {
  try {
    const decoder = new TextDecoder(charset);
    const text = decoder.decode(body);
    if (decoder.encoding !== 'windows-1252') return text;
    // Some versions of Node leave these as if they were ISO 8859-1.
    return text.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character);
  } catch {
    return new TextDecoder().decode(body); // an unknown name
  }
}
