import type { WordsOf } from '../kernel/words.ts'
import type * as projects from './projects.ts'

export const projectsWords: WordsOf<typeof projects> = {
  examples: {
    extensionCount: 0,
    extensionDate: null,
    projectName: 'Widening and strengthening of Tumakuru ring road',
    projectType: 'Road',
    contractBidId: '2026_BBMP_104217_1',
    contractBidNo: 'BBMP/EE-S/TEN/118/2026-27',
    projectActualValue: 48_500_000,
    projectBidValue: 46_802_500,
    projectBidPercentage: -3.5,
  },
  calls: {
    exportProjects: {
      examples: { columns: [{ field: 'projectName', label: 'Project name' }] },
    },
  },
}
