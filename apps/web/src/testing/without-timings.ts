// React's development build records a task for each component and a timing for each render, for developer tools. No
// test reads them. React records them only if the console has these methods when React is loaded, so import this module
// before React.
Object.assign(console, { createTask: undefined, timeStamp: undefined });
