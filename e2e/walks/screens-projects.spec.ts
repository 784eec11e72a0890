import { testScreens } from '../src/screen-walk.ts'
import { walkOfOwner } from '../src/walks.ts'

testScreens('the owner at projects', 2, () => walkOfOwner('projects'))
