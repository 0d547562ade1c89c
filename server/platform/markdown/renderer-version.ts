/**
 * Raised with every change of the renderer's output, so that stored texts can be rendered again. Apart from the renderer,
 * which only its threads load.
 */
export const rendererVersion = 7;
