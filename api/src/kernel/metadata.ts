import * as z from 'zod/mini'

const metadataLimits = { depth: 32, keys: 1_000, bytes: 64_000 }

function metadataFault(value: unknown): [text: string, max?: number] | undefined {
  let keys = 0
  const queue: [unknown, number][] = [[value, 0]]
  for (const [node, depth] of queue) {
    if (typeof node === 'string' && !(node.isWellFormed() && !node.includes('\u0000')))
      return ['contains a character that cannot be stored']
    if (typeof node !== 'object' || node === null) continue
    if (depth === metadataLimits.depth) return ['must be at most {max} levels deep', depth]
    for (const [key, child] of Object.entries(node)) {
      keys += 1
      if (keys > metadataLimits.keys) return ['must have at most {max} keys', metadataLimits.keys]
      queue.push([key, depth + 1], [child, depth + 1])
    }
  }
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length
  return bytes > metadataLimits.bytes ? ['must be at most {max} bytes', metadataLimits.bytes] : undefined
}

/** Free key and value pairs, bounded in depth, keys and bytes. */
export const metadata = z.record(z.string(), z.unknown()).check((ctx) => {
  const [message, max] = metadataFault(ctx.value) ?? []
  if (message) ctx.issues.push({ code: 'custom', message, params: { max }, input: ctx.value })
})
