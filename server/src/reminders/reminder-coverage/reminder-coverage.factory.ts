import type { Aims } from '../../testing/test-aims.ts'

export const aims: Aims = {
  bodies: { exportCoverage: () => ({ format: 'csv', columns: [{ field: 'title', label: 'Title' }] }) },
}
