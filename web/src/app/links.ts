import { bySlice } from './by-slice.ts'
import type { SliceLinks } from './slice-links.ts'

/** The slices whose links come first in the palette. */
const first = [
  'contracts',
  'deposits',
  'contract-imports',
  'projects',
  'tasks',
  'task-sheets',
  'users',
  'roles',
  'role-mappings',
  'tenants',
  'modules',
  'pages',
  'contact',
  'account',
  'auth',
]

const collected = bySlice(
  import.meta.glob<SliceLinks[]>(['../*/*/links.ts', '../pages/links.ts'], { eager: true, import: 'links' }),
)

/** The links to the screens of all slices, from the `links` of each `links.ts`, in the order of the palette. */
export const links = [...new Set([...first, ...Object.keys(collected)])].flatMap((name) => collected[name] ?? [])
