import type { ReactNode } from 'react'
import classes from './TreeGrid.module.css'

/** A row's number in the colour of its level. */
export const LevelMark = ({ children }: { children: ReactNode }) => <span className={classes['mark']}>{children}</span>
