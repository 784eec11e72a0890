import type { Slice } from './slice.ts'

/** Every slice that has screens: the `slice` of each `slice.ts`. */
export const slices = Object.values(
  import.meta.glob<Slice>(['../*/*/slice.ts', '../pages/slice.ts'], { eager: true, import: 'slice' }),
)
