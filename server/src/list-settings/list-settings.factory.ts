import { newId } from '../kernel/testing.ts'
import type { Aims } from '../test-aims.ts'

export const aims: Aims = {
  bodies: { createListView: () => ({ name: newId().slice(0, 8), search: '?status=AWARDED' }) },
  paths: { createListView: () => ({ list: 'contracts' }) },
}
