import type { WordsOf } from '../kernel/words.ts'
import type * as taskRollups from './task-rollups.ts'
import type * as tasks from './tasks.ts'

export const tasksWords: WordsOf<typeof tasks & typeof taskRollups> = {
  parameters: {
    projectId: 'The id of the project.',
  },
  descriptions: {
    hierarchyPath: 'the dotted number among the project’s tasks, such as 1.2.3',
  },
  examples: {
    assignedTo: '019a3c5f-2c88-7be0-a6d5-0f1e2d3c4b31',
    rejectionReason: null,
    title: 'Earthwork in embankment, reach 1',
    hierarchyPath: '1.2',
    parentId: null,
    beforeId: null,
    estimatedQuantity: 12_400,
    units: 'cum',
    estimatedRate: 286.5,
    taxPercentage: 18,
    actualQuantity: 5_100,
    actualRate: 286.5,
    estimatedEffortHours: 960,
    actualEffortHours: 410,
    estimatedAmount: 4_192_068,
    actualAmount: 1_724_157,
    taskType: 'Civil',
    progress: 40,
    rollup: null,
    children: [],
    isMilestone: false,
  },
  records: {
    taskNode: {
      description: 'A task with its sub-tasks in the order of their numbers.',
    },
    taskRollup: {
      description: 'The sums over the tasks directly below that are not deleted, each with everything below it.',
    },
    taskEdit: {
      description:
        'An omitted field stays as it is, and null empties it. Another `parentId` moves the task with all tasks below it.',
    },
  },
}
