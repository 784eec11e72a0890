import type { CallInput } from '@plinth/api/kernel/client'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { responseTo } from './call.ts'
import type { CallOptions } from './request.ts'

function fileNameIn(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1]
}

/** Calls an endpoint that answers with a file, and has the browser save the file. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<void> {
  const response = await responseTo(endpoint, input, options)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = fileNameIn(response.headers.get('content-disposition') ?? '') ?? 'download'
  link.click()
  // Some browsers save nothing if the address is revoked at once.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
