export const title = 'Создать пост';
export const description = 'Новая статья.';
export const heading = 'Создать новую статью';
export const needsScript = 'Чтобы писать статьи, включите JavaScript в браузере.';

export const panel = 'Параметры статьи';
export const panelClose = 'Закрыть параметры';
export const opensPanel = '{action}…';
export const basics = 'Основная информация';
export const postTitle = 'Заголовок статьи *';
export const postTitlePlaceholder = 'Введите заголовок статьи...';
export const titleCounter = '{count}/{max} символов';
export const standfirst = 'Вводка';
export const standfirstHint =
  'Один-два предложения под заголовком. Их видят и в списках; без вводки там показано начало текста.';
export const slug = 'Адрес статьи';
export const slugHint =
  'Латинские буквы, цифры, дефис и подчёркивание. Если оставить поле пустым, адрес создаётся из заголовка.';
export const slugMoved = 'Прежний адрес продолжит вести на эту статью.';
export const slugPreview = 'Статья откроется по адресу {address}';
export const slugFromTitle = 'По заголовку адрес будет {address}. Если он занят, в конце добавится номер.';
export const slugCurrent = 'Сейчас адрес статьи {address}. Он меняется вместе с заголовком.';
export const category = 'Категория';
export const categoryPlaceholder = 'Выберите категорию';
export const image = 'Изображение';
export const imageDrop = 'Нажмите для загрузки или перетащите файл';
export const imageHint = 'PNG, JPG, WEBP до 10MB';
export const imageRemove = 'Удалить изображение';
export const imagePreview = 'Выбранное изображение';
export const imageCurrent = 'Текущее изображение';
export const imageCaption = 'Подпись к картинке';
export const imageCaptionHint = 'Что на картинке и кто её автор: подпись стоит под ней в статье.';
export const imageFocus = 'Главное на картинке';
export const imageFocusHint =
  'Нажмите на то, что нельзя обрезать: в списках картинка показана не целиком. С клавиатуры точку двигают стрелки.';
export const imageFocusNone = 'Главное на картинке не выбрано';
export const imageFocusAt = 'Главное на картинке: {x} % слева, {y} % сверху';
export const imageFocusReset = 'Убрать точку';
export const imageNotImage = 'Можно загружать только изображения';

export const content = 'Текст статьи *';
export const contentHint = 'Рекомендуем не меньше {min} символов';

export const settings = 'Настройки публикации';
export const status = 'Статус публикации';
export const publishChoice = 'Опубликовать';
export const publishHint = 'Статью увидят все читатели.';
export const draftChoice = 'Сохранить как черновик';
export const draftHint = 'Черновик виден только вам.';
export const laterChoice = 'Опубликовать позже';
export const laterHint = 'До этого времени статья останется черновиком.';
export const publishAt = 'Дата и время (по Москве)';
export const publishLater = 'Запланировать';
export const scheduled = 'Статья выйдет {date} по московскому времени.';
export const comments = 'Разрешить комментарии к статье';

export const checklist = 'Перед публикацией';
export const checklistHint = 'Это подсказки: опубликовать статью можно и без них.';
export const checkDone = 'Готово:';
export const checkOpen = 'Стоит проверить:';
export const checkTitle = 'Заголовок лучше сделать длиной от 15 до 110 символов';
export const checkTitleDone = 'Заголовок подходящей длины';
export const checkCategory = 'Категория не выбрана: статью будет труднее найти';
export const checkCategoryDone = 'Категория выбрана';
export const checkLength = 'Текст короче 600 символов: это скорее заметка, чем статья';
export const checkLengthDone = 'Текста достаточно для статьи';
export const checkAlts = 'Нет описания у {pictures}: добавьте его для тех, кто не видит изображение';
export const checkAltsDone = 'Картинок без описания нет';

export const cancel = 'Отмена';
export const cancelTitle = 'Закрыть без публикации?';
export const cancelNew =
  'Текст сохранён черновиком. Он ждёт вас в «Моих статьях», и его можно продолжить с любого устройства.';
export const cancelDraft =
  'Правки сохранены отдельно от черновика. Откройте его снова, и сайт предложит их вернуть.';
export const cancelPublished =
  'Читатели видят прежний текст. Правки сохранены: откройте статью для редактирования, и сайт предложит их вернуть.';
export const cancelLeave = 'Закрыть и сохранить';
export const cancelStay = 'Продолжить писать';
export const cancelDiscard = 'Удалить этот текст и закрыть';
export const cancelDiscarded = 'Текст удалён';
export const publish = 'Опубликовать';
export const unpublish = 'Снять с публикации';
export const unpublished = 'Статья снята с публикации и осталась черновиком.';
export const saveDraft = 'Сохранить черновик';
export const shortcuts = 'Ctrl+S — сохранить черновик, Ctrl+Shift+S — опубликовать';

export const fixErrors = 'Пожалуйста, исправьте ошибки в форме';
export const published = 'Статья успешно опубликована!';
export const draftSaved = 'Черновик сохранен!';
export const failed = 'Произошла ошибка при создании статьи. Попробуйте еще раз.';

export const stillSaving = 'Статья ещё сохраняется. Подождите несколько секунд и попробуйте снова.';
export const savedBefore =
  'Прежний вариант этой статьи уже сохранён: он есть в разделе «Мои посты». Нажмите ещё раз, если хотите сохранить этот текст отдельной статьёй.';

export const preview = 'Предпросмотр';
export const previewTitle = 'Предварительный просмотр';
export const previewText = 'Так будет выглядеть ваша статья';
export const previewClose = 'Закрыть';
export const previewContinue = 'Продолжить редактирование';
export const previewFailed = 'Не удалось показать статью. Попробуйте ещё раз.';

export const editTitle = 'Редактировать пост';
export const editHeading = 'Редактировать статью';
export const editLoading = 'Загрузка поста...';
export const editNeedsScript = 'Чтобы редактировать статьи, включите JavaScript в браузере.';
export const editForbidden = 'У вас нет прав на редактирование этого поста';
export const editShortcuts = 'Ctrl+S — сохранить изменения';
export const editFailed = 'Не удалось сохранить изменения. Попробуйте еще раз.';
export const saveChanges = 'Сохранить изменения';
export const updated = 'Статья успешно обновлена!';

export const conflict = 'Эту статью уже изменили';
export const conflictText =
  'Пока вы редактировали, на сайте сохранили другой вариант ({date}). Ничего не потеряно: сравните тексты и выберите, какой оставить.';
export const conflictTaken = 'Вы взяли сохранённый вариант';
export const conflictTakenText =
  'Он теперь в форме. Ваш прежний текст остаётся здесь: из него можно скопировать нужное.';
export const conflictChanges = 'Чем отличаются тексты';
export const conflictMine = 'Ваш вариант';
export const conflictTheirs = 'Сохранённый вариант';
export const conflictTitle = '{whose}: заголовок';
export const conflictContent = '{whose}: текст';
export const keepMine = 'Оставить мой вариант';
export const takeTheirs = 'Взять сохранённый';

export const leaveTitle = 'Уйти без сохранения?';
export const leaveText = 'Текст статьи не сохранён и пропадёт.';
export const leave = 'Уйти';
export const stay = 'Остаться';
