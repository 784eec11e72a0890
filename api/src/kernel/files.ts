import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

/** A file's bytes: a Blob when sent, a Uint8Array when received. */
export const fileBytes = z.pipe(
  z.custom<Blob>((value) => value instanceof Uint8Array, { error: 'must be a file' }),
  z.transform((received) => received as unknown as Uint8Array),
)

/**
 * A file with its name: a File when sent; when received its name, the media type that the sender declared, and its
 * bytes.
 */
export const namedFile = z.pipe(
  z.custom<File>((value) => typeof value === 'object' && value !== null && 'bytes' in value, {
    error: 'must be a file',
  }),
  z.transform((received) => received as unknown as { name: string; type: string; bytes: Uint8Array }),
)

/**
 * A file that is written to disk as it arrives: a Blob or File when sent; when received its name, path, size and
 * SHA-256.
 */
export const arrivedFile = z.pipe(
  z.custom<Blob>((value) => typeof value === 'object' && value !== null && 'path' in value, {
    error: 'at least one file is required',
  }),
  z.transform((received) => received as unknown as { name: string; path: string; size: number; sha256: string }),
)

/** A file's bytes in the description of the wire; the slice that takes them checks their content. */
export const binary = z.string().check(z.meta({ format: 'binary' }))

/** The description of a form with a file. */
export function formWith({ body, upload }: Endpoint) {
  const { field = '', many } = upload ?? {}
  const others = body instanceof z.ZodMiniObject ? body.shape : {}
  return z.object({ ...others, [field]: many ? z.array(binary) : binary })
}
