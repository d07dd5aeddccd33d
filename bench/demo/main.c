/* lanewise-demo: filters a photograph on every device, checks and times the kernels that do it.
 *
 *     lanewise-demo [--credit WHOSE] PICTURE FOLDER
 *
 * Exit status: 0 where every result was right, 1 where one was not, 2 where the demo could not run or not write its pictures.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "demo.h"
#include "sheet.h"

void demo_step(demo *d, const step *s, void *result)
{
    if (!step_run(s, &d->devices, result))
        d->right = false;
}

void demo_show(demo *d, const picture *image, const char *name, int panel, const char *text)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s.png", d->folder, name);
    if (!picture_write(image, path))
        d->written = false;
    if (panel >= 0)
        sheet_put(&d->sheet, panel, image, text);
}

/* The CPU, and the first GPU if there is one; or the device that LANEWISE_DEVICE names. */
static bool open_devices(step_devices *devices)
{
    const char *only = getenv("LANEWISE_DEVICE");
    int count = 0;
    lw_status status = lw_device_count(&count);
    if (only && *only)
        count = 1;
    for (int i = 0; i < count && i < STEP_DEVICES && status == LW_SUCCESS; i++) {
        const char *name = only;
        lw_device_properties properties;
        if (!only || !*only)
            status = lw_device_name(i, &name);
        if (status == LW_SUCCESS)
            status = lw_device_open(&devices->device[i], name);
        if (status == LW_SUCCESS) {
            devices->count++;
            devices->name[i] = name;
            status = lw_device_get_properties(devices->device[i], &properties);
        }
        if (status == LW_SUCCESS)
            printf("%-7s %s, %d %s\n", name, properties.name, properties.multiprocessor_count,
                   strcmp(properties.kind, "cpu") == 0 ? "worker threads" : "multiprocessors");
    }
    if (status == LW_SUCCESS)
        return true;
    fprintf(stderr, "cannot open the devices: %s: %s\n", lw_status_string(status), lw_last_error_message(NULL));
    return false;
}

static bool run(demo *d)
{
    if (!sheet_create(&d->sheet)) {
        fprintf(stderr, "out of memory\n");
        return false;
    }
    sheet_put(&d->sheet, 0, &d->photo, "the photograph");
    printf("\n");
    step_print_heading(&d->devices);
    if (!demo_tones(d) || !demo_blur(d) || !demo_letterbox(d) || !demo_transpose(d) || !demo_numbers(d))
        return false;
    demo_show(d, &d->sheet, "contact-sheet", -1, NULL);
    printf("\ndifference: the largest from plain C%s, as a fraction of the largest expected value (pixels: of 255)\n",
           d->devices.count > 1 ? ", and between the devices" : "");
    const char *verdict = d->right ? "all results are right" : "NOT all results are right";
    if (d->written)
        printf("%s; pictures in %s, to look at first: contact-sheet.png\n", verdict, d->folder);
    else
        printf("%s; not all pictures could be written to %s\n", verdict, d->folder);
    return true;
}

int main(int count, char **arguments)
{
    demo d = {.right = true, .written = true};
    const char *credit = NULL;
    if (count == 5 && strcmp(arguments[1], "--credit") == 0) {
        credit = arguments[2];
        arguments += 2;
    } else if (count != 3) {
        fprintf(stderr, "usage: lanewise-demo [--credit WHOSE] PICTURE FOLDER\n");
        return 2;
    }
    d.folder = arguments[2];
    if (mkdir(d.folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "cannot make %s: %s\n", d.folder, strerror(errno));
        return 2;
    }
    if (access(d.folder, W_OK | X_OK) != 0) {
        fprintf(stderr, "cannot write pictures to %s: %s\n", d.folder, strerror(errno));
        return 2;
    }
    bool done = picture_read(&d.photo, arguments[1]);
    if (done) {
        printf("%s, %u x %u\n", credit ? credit : arguments[1], d.photo.width, d.photo.height);
        done = open_devices(&d.devices) && run(&d);
    }
    for (int i = 0; i < d.devices.count; i++)
        lw_device_close(d.devices.device[i]);
    picture_free(&d.photo);
    picture_free(&d.gray);
    picture_free(&d.sheet);
    free(d.light);
    return !done ? 2 : !d.right ? 1 : d.written ? 0 : 2;
}
