import type { WordsOf } from '../kernel/words.ts'
import type * as generalTasks from './general-tasks.ts'

export const generalTasksWords: WordsOf<typeof generalTasks> = {
  parameters: {
    id: 'The id of the general task.',
    lineId: 'The id of the line of the checklist.',
  },
}
