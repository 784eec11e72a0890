import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

/** A file's bytes: sent as a Blob, and a Uint8Array where they arrive. */
export const fileBytes = z.pipe(
  z.custom<Blob>((value) => value instanceof Uint8Array, { error: 'must be a file' }),
  z.transform((arrived) => arrived as unknown as Uint8Array),
)

/** A file under its name: sent as a File, and its name, its media type as the sender has it, and its bytes where it arrives. */
export const namedFile = z.pipe(
  z.custom<File>((value) => typeof value === 'object' && value !== null && 'bytes' in value, {
    error: 'must be a file',
  }),
  z.transform((arrived) => arrived as unknown as { name: string; type: string; bytes: Uint8Array }),
)

/** A file that goes to disk as it arrives: sent as a Blob or File, and where it arrives its name, path, bytes and SHA-256. */
export const arrivedFile = z.pipe(
  z.custom<Blob>((value) => typeof value === 'object' && value !== null && 'path' in value, {
    error: 'at least one file is required',
  }),
  z.transform((arrived) => arrived as unknown as { name: string; path: string; size: number; sha256: string }),
)

/** How a file's bytes are described; they are judged by the slice that takes them. */
export const binary = z.string().check(z.meta({ format: 'binary' }))

/** How a form with a file in it is described. */
export function formWith({ body, upload }: Endpoint) {
  const { field = '', many } = upload ?? {}
  const others = body instanceof z.ZodMiniObject ? body.shape : {}
  return z.object({ ...others, [field]: many ? z.array(binary) : binary })
}
