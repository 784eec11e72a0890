import { lazyPart } from '../../ui/shell/Part.tsx'
import classes from './Watch.module.css'

/** Whether the person watches a record, and how many do; it stands in the head of the record. */
export const Watch = lazyPart(() => import('./WatchToggle.tsx'), 'WatchToggle', {
  waiting: <span className={classes['waiting']} />,
})
